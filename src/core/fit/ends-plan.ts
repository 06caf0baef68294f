import type { Form } from '../words/forms.ts'
import type { Plan } from '../words/plan-model.ts'
import { barePlan } from './bare.ts'
import { EndsChooser } from './ends-chooser.ts'
import { gapsBetween } from './gaps.ts'
import type { PlanRequest } from './request.ts'
import { isEachPartMarked } from './rows.ts'

const forms: readonly Form[] = ['full', 'name', 'none']

/** Plans what to keep of an input that is over its limits, like `planFor` where no line between the ends is wanted. */
export function endsPlanFor(request: PlanRequest): Plan {
  const { material, silent } = request
  const planned = (form: Form, mayBeBare: boolean): Plan | undefined => {
    const segments = new EndsChooser(request, form).chooseEnds()
    if (!segments || segments.length === 0 || !(mayBeBare || isEachPartMarked({ segments }))) return undefined
    return { form, segments, gaps: gapsBetween(segments, material) }
  }
  for (const form of forms) {
    if (silent && form !== 'none') continue
    const plan = planned(form, form === 'none')
    if (!plan) continue
    // Lines that have no place for a mark still leave a place for the artifact's name.
    const isBare = form === 'none' && !silent && !isEachPartMarked(plan)
    return (isBare && planned('name', true)) || plan
  }
  return barePlan(request)
}
