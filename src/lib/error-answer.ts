import { z } from 'zod'

/** The shape of every refusal, regardless of endpoint and status. */
export const ErrorAnswer = z
  .looseObject({
    code: z.string(),
    /** A sentence for people. */
    message: z.string(),
    requestId: z.string(),
    /** The parts of the request at fault; `path` is a JSON pointer into it. */
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'ErrorAnswer' })
export type ErrorAnswer = z.output<typeof ErrorAnswer>
