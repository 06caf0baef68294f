interface SecretForm {
  name: string;
  pattern: string;
  before?: string;
  behind?: string;
  except?: string;
  ignoreCase?: boolean;
  heads?: readonly Head[];
}
type Head = string | {
  readonly text: string;
  readonly next: string;
  readonly within: number;
};
interface Redactor {
  (text: string): string;
  readonly state?: RedactorState | undefined;
  nextChange?(lines: Uint8Array, from: number): number;
}
interface RedactorState {
  save(): () => void;
  openUnits(): number | undefined;
}
declare const secretForms: readonly SecretForm[];
declare function createSecretRedactor(forms?: readonly SecretForm[]): Redactor;
export {
  type Head,
  type Redactor,
  type RedactorState,
  type SecretForm,
  createSecretRedactor,
  secretForms
};