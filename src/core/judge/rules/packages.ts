import { joined, type Rule } from '../rule.ts'

/** What resolvers of packages and dependencies report. */
export const packageRules: readonly Rule[] = [
  {
    name: 'package that cannot be had',
    kind: 'unresolved',
    weight: 8,
    pattern: joined(
      '\\bnothing provides \\S|none of the providers can be installed|conflicting requests|cannot install both|',
      '\\bunmet dependenc|dependency problems prevent|held broken packages|no installation candidate|ResolutionImpossible|',
      'UnsatisfiableError|conflicting dependencies|No solution found|not available from current channels|',
      'no viable options|version solving failed|requirements are unsatisfiable|all possible versions conflict|',
      '[Cc]ould not find (a version|gem|compatible)|No matching (version|distribution|package)|failed to select a version|',
      'could not be resolved to an installable|does not (satisfy that requirement|match the constraint)|',
      'is forbidden\\.|No candidates found|[Cc]onflicting peer dependency|unable to resolve dependency|',
      'package downgrade|no versions? of \\S+ match|is not going to be installed|not going to be installable|no ebuilds to satisfy|',
      'ebuilds .* have been masked|: \\S+ exists in filesystem|\\bNO_PUBKEY \\S',
    ),
    unless: '^npm (warn|WARN)|^warning ',
    hits: [
      '  - nothing provides ring >= 2 needed by frob-1.0-1.noarch from updates',
      ' Problem: conflicting requests',
      'dpkg: dependency problems prevent configuration of frob:',
      'So, because app depends on ring (^1.0), version solving failed.',
      '    - Root composer.json requires acme/ring ^9.0, found acme/ring[1.0] but it does not match the constraint.',
      '  × No solution found when resolving dependencies:',
      'ring: /usr/bin/ring exists in filesystem',
    ],
    misses: ['warning "ring@1.0.0" has unmet dependencies', 'provides nothing', 'all versions match'],
  },
  {
    name: 'dependency, but',
    kind: 'unresolved',
    weight: 8,
    pattern: '\\b((Pre)?Depends|Conflicts|Breaks|requires|depends on):? |[<>=~^]=? ?v?[\\d.]+ is required\\b',
    also: '\\bbut (it|none|your|no|only|found|have|got|you have|\\S+ (is|are|has|have|reports?|was))\\b',
    hits: [
      ' frob : Depends: libring1 (>= 2.0) but 1.9-1 is to be installed',
      ' frob : PreDepends: dpkg (>= 1.19) but it is not installable',
      'package frob-1.0 requires ring = 2, but none of the providers can be installed',
      'ring >= 2.4 is required, but pkg-config reports 2.1',
    ],
    misses: ['Depends: libc6 (>= 2.14), libring1', 'it depends on but one thing'],
  },
]
