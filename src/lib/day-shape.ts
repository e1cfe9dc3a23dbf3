import { z } from 'zod'

/** Years a record may name. A year outside them is a typing error, and PostgreSQL does not store all of them. */
const SENSIBLE_YEAR = /^(19\d\d|2[01]\d\d|2200)-/
const MESSAGE = 'This has to be a day between 1900 and 2200.'

/** A day of a contract, `yyyy-MM-dd` from 1900 to 2200. */
export const dayShape = z.iso.date(MESSAGE).regex(SENSIBLE_YEAR, MESSAGE)

/** An instant that a request may name: ISO 8601 with Z or an offset, from 1900 to 2200. */
export const instantShape = z.iso
  .datetime({ offset: true, error: 'This has to be a time such as 2026-11-24T09:00:00Z.' })
  .regex(SENSIBLE_YEAR, MESSAGE)
