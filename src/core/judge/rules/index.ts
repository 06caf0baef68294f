import type { Rule } from '../rule.ts'
import { assertionRules } from './assertion.ts'
import { builderRules } from './builders.ts'
import { checkRules } from './checks.ts'
import { compilerRules } from './compiler.ts'
import { exceptionRules } from './exception.ts'
import { exitRules } from './exit.ts'
import { wordRules } from './failure-words.ts'
import { kernelRules } from './kernel.ts'
import { lintRules } from './lint.ts'
import { languageRules } from './other-languages.ts'
import { packageRules } from './packages.ts'
import { recordRules } from './records.ts'
import { runtimeRules } from './runtimes.ts'
import { serviceRules } from './services.ts'
import { systemRules } from './system.ts'
import { testRules } from './test.ts'

/** All rules, in the order that breaks ties. */
export const rules: readonly Rule[] = [
  ...compilerRules,
  ...lintRules,
  ...exceptionRules,
  ...testRules,
  ...assertionRules,
  ...systemRules,
  ...packageRules,
  ...kernelRules,
  ...serviceRules,
  ...runtimeRules,
  ...builderRules,
  ...checkRules,
  ...exitRules,
  ...recordRules,
  ...wordRules,
  ...languageRules,
]
