import type { Form } from '../words/forms.ts'
import type { Plan } from '../words/plan-model.ts'
import { barePlan } from './bare.ts'
import { Chooser } from './chooser.ts'
import { type Guarantee, guaranteesOf, withShortMarks } from './floor.ts'
import { gapsBetween } from './gaps.ts'
import type { PlanRequest } from './request.ts'
import { covers, isEachPartMarked } from './rows.ts'

// Plans what to keep within a size, as ranges of the input; render writes the text later. `Chooser` chooses the
// segments for one form of marker and notice, and `planFor` takes the fullest form that works. `RowMaker` turns lines
// into rows: lines as the text will show them, with their sizes.

/** What is tried, in this order: each form with islands, if it has room for their markers, and without. */
const attempts: readonly { form: Form; withIslands: boolean }[] = [
  { form: 'full', withIslands: true },
  { form: 'full', withIslands: false },
  { form: 'name', withIslands: true },
  { form: 'name', withIslands: false },
  { form: 'none', withIslands: true },
  { form: 'none', withIslands: false },
]

/**
 * Plans what to keep of an input that is over its limits. Pure.
 *
 * Takes the fullest form that leaves two thirds of each limit to content and shows the errors whose floor forms fit
 * (clauses 10 and 13).
 */
export function planFor(request: PlanRequest): Plan {
  const { material, silent } = request
  const mayHaveIslands = material.errorMatches.length > 0 || request.values().some((line) => line.value > 0)
  const planned = (
    from: PlanRequest,
    form: Form,
    withIslands: boolean,
    guarantee: Guarantee,
    mayBeBare: boolean,
  ) => {
    const segments = new Chooser(from, form, guarantee).choose(withIslands)
    if (!segments || segments.length === 0) return undefined
    // A clip without a mark looks like a whole line, and the text alone would not lead back to its bytes (clause 7).
    if (!mayBeBare && !isEachPartMarked({ segments })) return undefined
    if (guarantee.some((match) => !covers(segments, match))) return undefined
    return { form, segments, gaps: gapsBetween(segments, material) }
  }
  const chosen = (from: PlanRequest, form: Form, withIslands: boolean, guarantee: Guarantee) => {
    const plan = planned(from, form, withIslands, guarantee, form === 'none')
    if (form !== 'none' || silent || !plan || isEachPartMarked(plan)) return plan
    // Lines that have no place for a mark still leave a place for the artifact's name.
    return planned(from, 'name', withIslands, guarantee, true) ?? plan
  }
  const forms = attempts.filter(
    ({ form, withIslands }) => (form === 'none' || !silent) && (mayHaveIslands || !withIslands),
  )
  for (const guarantee of guaranteesOf(request)) {
    for (const { form, withIslands } of forms) {
      // The floor forms have the shortest marks, so the shortest forms are also tried with these.
      const isShortest = withIslands && (form === 'name' || form === 'none')
      const plan =
        chosen(request, form, withIslands, guarantee) ??
        (isShortest ? chosen(withShortMarks(request), form, true, guarantee) : undefined)
      if (plan) return plan
    }
  }
  for (const { form, withIslands } of forms) {
    const plan = chosen(request, form, withIslands, [])
    if (plan) return plan
  }
  return barePlan(request)
}
