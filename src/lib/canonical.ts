import { AppError, type ErrorCode } from '#lib/errors.ts'
import { canon, isUuid } from '#lib/ids.ts'

/**
 * The id a path or body names, without `offline_`. A text that is no id names nothing, so it is refused like an unknown id.
 * @throws `missing`
 */
export function idOf(text: string, missing: ErrorCode = 'not_found'): string {
  const id = canon(text).toLowerCase()
  if (!isUuid(id)) throw new AppError(missing)
  return id
}

/** The same for a reference that may be absent (left as it is) or cleared (null). */
export function optionalId<T extends string | null | undefined>(text: T, missing: ErrorCode): T {
  return typeof text === 'string' ? (idOf(text, missing) as T) : text
}
