// Replaces secrets before a preview, a total or an artifact can hold them. A `Redactor` is a function from line to line.
// `createSecretRedactor` makes one that knows the forms of well-known services.

export type { Head, SecretForm } from './form.ts'
export type { Redactor, RedactorState } from './redactor.ts'
export { createSecretRedactor, secretForms } from './secrets.ts'
