import { parseAst } from 'rolldown/parseAst'

// In bundles, private members are plain properties with a name that begins with a dollar. V8 takes longer to make and to
// read private ones in a process that has just started, and keeps more code for them.

/** The code with `$name` in place of `#name`, and `$$name` in a class that extends another one. */
export function withPlainPrivates(code) {
  const edits = []
  const derived = []
  const visit = (node, classes, name) => {
    if (node.type === 'PrivateIdentifier') edits.push(editOf(node, classes))
    const names = isClass(node) ? namesOf(node) : undefined
    if (names?.size > 0 && node.superClass) derived.push({ name, extended: node.superClass.name })
    const inside = names ? [...classes, names] : classes
    for (const child of childrenOf(node)) visit(child, inside, child.id?.name ?? node.id?.name)
  }
  visit(parseAst(code), [])
  checkChains(derived)
  return edited(code, edits)
}

const isClass = ({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression'

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')

/** By name, what replaces the private members of a class. */
function namesOf({ body, superClass }) {
  const prefix = superClass ? '$$' : '$'
  const keys = body.body.map(({ key }) => key).filter((key) => key?.type === 'PrivateIdentifier')
  return new Map(keys.map(({ name }) => [name, prefix + name]))
}

/** Two classes of a chain must not have the same prefix. */
function checkChains(derived) {
  for (const { extended } of derived) {
    if (extended !== undefined && derived.some(({ name }) => name === extended))
      throw new Error(
        `Expected ${extended} not to extend another class, because a class with private members extends it.`,
      )
  }
}

function editOf({ start, end, name }, classes) {
  const names = classes.findLast((each) => each.has(name))
  if (names === undefined) throw new Error(`Expected a class to have #${name}.`)
  return { start, end, name: names.get(name) }
}

function edited(code, edits) {
  let text = ''
  let at = 0
  for (const { start, end, name } of edits) {
    text += code.slice(at, start)
    // As in `async#name`.
    text += /\w/.test(code[start - 1]) ? ` ${name}` : name
    at = end
  }
  return text + code.slice(at)
}
