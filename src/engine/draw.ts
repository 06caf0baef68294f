import { type Draw, plan, render } from '../fit/draft.ts'

/** One draft of a result: decides what to keep within a size, and writes it. */
export const draw: Draw = (request) => render(plan(request), request)
