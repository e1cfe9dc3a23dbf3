import { type RawBuilder, sql } from 'kysely'

/**
 * The sums of a line, in SQL: the same whole numbers as `lineOf` returns (decision 033), so that a sum over rows is the sum of their lines.
 * `of` is the alias of the table of lines; whole pence.
 */
export function lineSql(of: string): { net: RawBuilder<number>; vat: RawBuilder<number>; gross: RawBuilder<number> } {
  const [quantity, unit, rate, includes] = ['quantity', 'unit_pence', 'vat_rate_bp', 'includes_vat'].map((name) => sql.ref(`${of}.${name}`))
  const whole = sql`(${quantity}::bigint * ${unit})`
  const parts = sql`(10000 + case when ${includes} then ${rate} else 0 end)`
  const vat = sql<number>`(sign(${unit})::bigint * ((2 * abs(${whole}) * ${rate} + ${parts}) / (2 * ${parts})))`
  return {
    vat,
    net: sql<number>`(${whole} - case when ${includes} then ${vat} else 0 end)`,
    gross: sql<number>`(${whole} + case when ${includes} then 0 else ${vat} end)`,
  }
}
