import { z } from 'zod'

/** What every refusal looks like, whichever endpoint and status it comes from. */
export const ErrorAnswer = z
  .looseObject({
    code: z.string(),
    /** A sentence for people. */
    message: z.string(),
    requestId: z.string(),
    /** What in the request it is about; `path` is a JSON pointer into it. */
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'ErrorAnswer' })
export type ErrorAnswer = z.output<typeof ErrorAnswer>
