import { parseAst } from 'rolldown/parseAst'

// In bundles, private members are plain properties with a name that begins with a dollar. V8 takes longer to make and to
// read private ones in a process that has just started, and keeps more code for them.

/** The code with `$name` in place of `#name`, and `$$name` in a class that extends another one. */
export function withPlainPrivates(code) {
  const edits = []
  const visit = (node, classes) => {
    if (node.type === 'PrivateIdentifier') edits.push(editOf(node, classes))
    const inside = isClass(node) ? [...classes, namesOf(node)] : classes
    for (const child of childrenOf(node)) visit(child, inside)
  }
  visit(parseAst(code), [])
  return edited(code, edits)
}

const isClass = ({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression'

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')

/** By name, what replaces the private members of a class. Only one class of a chain may extend another one of pith. */
function namesOf({ body, superClass }) {
  const prefix = superClass ? '$$' : '$'
  const keys = body.body.map(({ key }) => key).filter((key) => key?.type === 'PrivateIdentifier')
  return new Map(keys.map(({ name }) => [name, prefix + name]))
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
