import { bluesky } from '#connectors/bluesky/connector.ts'
import { brevo } from '#connectors/brevo/connector.ts'
import { caldav } from '#connectors/caldav/connector.ts'
import { facebook } from '#connectors/facebook/connector.ts'
import { feed } from '#connectors/feed/manifest.ts'
import { freeagent } from '#connectors/freeagent/connector.ts'
import { google } from '#connectors/google/connector.ts'
import { instagram } from '#connectors/instagram/connector.ts'
import type {
  AudienceConnector,
  CalendarConnector,
  Connector,
  LedgerConnector,
  PosterConnector,
  RoadsConnector,
  TakingsConnector,
  WeatherConnector,
} from '#connectors/kit/connector.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import { mailchimp } from '#connectors/mailchimp/connector.ts'
import { microsoft } from '#connectors/microsoft/connector.ts'
import { postcodes } from '#connectors/postcodes/connector.ts'
import { quickbooks } from '#connectors/quickbooks/connector.ts'
import { manifest as reviews } from '#connectors/reviews/manifest.ts'
import { roads } from '#connectors/roads/connector.ts'
import { sumup } from '#connectors/sumup/connector.ts'
import { weather } from '#connectors/weather/connector.ts'
import { what3words } from '#connectors/what3words/connector.ts'
import { xero } from '#connectors/xero/connector.ts'

/** The calendars that are written to and read from, by their id. */
export const CALENDARS: Readonly<Record<string, CalendarConnector>> = { caldav, google, microsoft }

/** The sources of road times, by their id. */
export const ROADS: Readonly<Record<string, RoadsConnector>> = { roads }

/** What finds places by three words, and by their postcode. */
export const PLACES = { what3words, postcodes } as const

/** Those that forecast the weather, by their id. */
export const WEATHERS: Readonly<Record<string, WeatherConnector>> = { weather }

/** Accounting, by its id. */
export const LEDGERS: Readonly<Record<string, LedgerConnector>> = { freeagent, xero, quickbooks }

/** Readers of cards, by their id. */
export const READERS: Readonly<Record<string, TakingsConnector>> = { sumup }

/** Newsletter lists, by their id. */
export const AUDIENCES: Readonly<Record<string, AudienceConnector>> = { brevo, mailchimp }

/** Social networks, by their id, in the order of their cards. */
export const POSTERS: Readonly<Record<string, PosterConnector>> = { facebook, instagram, bluesky }

/** All whose key is tried when it is typed, by their id. */
export const TRIED: Readonly<Record<string, Connector>> = {
  ...CALENDARS,
  ...ROADS,
  ...WEATHERS,
  ...LEDGERS,
  ...READERS,
  ...AUDIENCES,
  ...POSTERS,
  what3words,
}

/** Every connector there is, in the order of its cards. */
export const CONNECTORS: readonly Manifest[] = [
  feed,
  caldav.manifest,
  google.manifest,
  microsoft.manifest,
  freeagent.manifest,
  xero.manifest,
  quickbooks.manifest,
  sumup.manifest,
  reviews,
  mailchimp.manifest,
  brevo.manifest,
  roads.manifest,
  what3words.manifest,
  postcodes.manifest,
  weather.manifest,
  facebook.manifest,
  instagram.manifest,
  bluesky.manifest,
]
