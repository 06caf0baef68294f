interface Redactor {
  (text: string): string;
  readonly state?: RedactorState | undefined;
  nextChange?(lines: Uint8Array, from: number): number;
}
interface RedactorState {
  save(): () => void;
  openUnits(): number | undefined;
}
export {
  Redactor,
  RedactorState
};