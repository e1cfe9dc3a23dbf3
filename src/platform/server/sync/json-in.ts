import type { z } from 'zod'
import { AppError } from '#lib/errors.ts'

/** A value that a request carries as JSON in its address. @throws bad_request */
export function jsonIn<S extends z.ZodType>(shape: S, text: string): z.output<S> {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new AppError('bad_request')
  }
}
