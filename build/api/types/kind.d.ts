import {
  UnitName
} from "./truncation.js";

interface Place {
  byte: number;
  line: number;
  column: number;
  codePoints: number;
}
interface KeptPiece {
  from: Place;
  to: Place;
  bytes: Uint8Array;
}
type Search = (bytes: Uint8Array, start: number, end: number) => number;
interface OmittedPiece {
  from: Place;
  to: Place;
  mark: string;
  name?: UnitName;
}
type Piece = KeptPiece | OmittedPiece;
interface UnitAnswer {
  byte: number;
  value: number;
}
interface WantedUnits {
  isAnswer?: boolean;
  answers?: readonly UnitAnswer[] | undefined;
}
interface Outline {
  readonly counts: Readonly<Record<string, number>>;
  readonly tellsFailures?: boolean;
  summary?(bytes: number): string | undefined;
  readonly leastShare?: number;
  choose(bytes: number, lines: number, wanted?: WantedUnits): readonly Piece[] | undefined;
}
interface Holding {
  bytes: number;
  isAsked?(startByte: number, endByte: number): boolean;
}
interface UnitReader {
  write(bytes: Uint8Array, owned: boolean): void;
  readonly readsColours?: boolean;
  readonly isTooDeep?: boolean;
  end(): Outline | undefined;
}
interface Kind {
  readonly name: string;
  recognise(head: Uint8Array, command: readonly string[], isWhole: boolean, search?: Search): number;
  readonly exitCodes?: readonly number[];
  readonly tellsFailures?: boolean;
  readonly showsLeads?: boolean;
  readonly isClosed?: boolean;
  readonly isNoise?: boolean;
  readonly isOpaque?: boolean;
  readonly isTree?: boolean;
  readonly isPage?: boolean;
  readonly mostBytes?: number;
  readonly fallsBackQuietly?: boolean;
  knowing?(head: Uint8Array, command: readonly string[], isWhole: boolean, search?: Search): Kind;
  read(maxBytes: number, held: Holding): UnitReader;
}
interface Structure {
  recognise(head: Uint8Array, isWhole: boolean): Kind | undefined;
}
export {
  KeptPiece,
  Kind,
  OmittedPiece,
  Outline,
  Piece,
  Place,
  Search,
  Structure,
  UnitReader
};