import { inject } from 'vitest'

/** Every row in the deep suite; elsewhere the first one and then each `nth`. */
export const some = <Row>(rows: readonly Row[], nth: number): Row[] =>
  inject('thorough') ? [...rows] : rows.filter((_, at) => at % nth === 0)
