import {
  Redactor,
  RedactorState
} from "../types/redactor.js";

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
} | {
  readonly text: string;
  readonly letters: string;
  readonly least: number;
};
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