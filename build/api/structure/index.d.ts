import {
  KeptPiece,
  Kind,
  OmittedPiece,
  Outline,
  Piece,
  Place,
  Search,
  Structure,
  UnitReader
} from "../types/kind.js";

declare const kindNames: readonly string[];
declare const kinds: Structure;
interface KnownOutput {
  command?: string | readonly string[];
  kind?: string;
  search?: Search | undefined;
}
declare function kindsFor({
  command,
  kind,
  search
}: KnownOutput): Structure;
export {
  type KeptPiece,
  type Kind,
  KnownOutput,
  type OmittedPiece,
  type Outline,
  type Piece,
  type Place,
  type Search,
  type Structure,
  type UnitReader,
  kindNames,
  kinds,
  kindsFor
};