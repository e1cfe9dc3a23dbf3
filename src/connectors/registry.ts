import { caldav } from '#connectors/caldav/connector.ts'
import { feed } from '#connectors/feed/manifest.ts'
import type { CalendarConnector } from '#connectors/kit/connector.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'

/** The calendars that are written to and read from, by their id. */
export const CALENDARS: Readonly<Record<string, CalendarConnector>> = { caldav }

/** Every connector there is, in the order of its cards. */
export const CONNECTORS: readonly Manifest[] = [feed, caldav.manifest]
