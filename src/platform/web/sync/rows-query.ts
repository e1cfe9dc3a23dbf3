/**
 * Which records of an entity: all, one, or those of a day, a span of days (both ends in), a client, a horse or a visit. Ids in either form.
 * `ofVisits`: all that are here, once those of these days' visits are: for what belongs to visits and is looked up by them.
 */
export type RowsQuery =
  | Record<never, never>
  | { id: string }
  | { day: string }
  | { from: string; to: string }
  | { clientId: string }
  | { horseId: string | readonly string[] }
  | { appointmentId: string }
  | { ofVisits: { from: string; to: string } }
