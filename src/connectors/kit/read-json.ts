import type { z } from 'zod'
import { Refusal } from '#connectors/kit/refusal.ts'

/** An answer of this shape. @throws Refusal `later` when it is another: a proxy often answers for a far side that is down */
export async function readJson<S extends z.ZodType>(answer: Response, shape: S, name: string): Promise<z.output<S>> {
  const read = shape.safeParse(await answer.json().catch(() => undefined))
  if (!read.success) throw new Refusal('later', { sentence: `What ${name} answered can't be read.`, cause: read.error })
  return read.data
}
