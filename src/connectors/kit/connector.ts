import type { Audience } from '#connectors/kit/audience.ts'
import type { Calendar } from '#connectors/kit/calendar.ts'
import type { Ledger } from '#connectors/kit/ledger.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import type { Poster } from '#connectors/kit/poster.ts'
import type { Roads } from '#connectors/kit/roads.ts'
import type { Takings } from '#connectors/kit/takings.ts'
import type { Weather } from '#connectors/kit/weather.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/** A service a practice or a member connects to. What it does is its port. */
export type Connector = {
  manifest: Manifest
  /**
   * Proves the key. Returns the name of its account there, and where one sign-in is for several companies the id of the one it is for, which the
   * wire has from then on as `credentials.account`. @throws Refusal
   */
  check: (wire: Wire) => Promise<{ account: string; company?: string }>
}

export type AudienceConnector = Connector & { audience: Audience }

export type CalendarConnector = Connector & { calendar: Calendar }

export type RoadsConnector = Connector & { roads: Roads }
export type WeatherConnector = Connector & { weather: Weather }

export type LedgerConnector = Connector & { ledger: Ledger }

export type TakingsConnector = Connector & { takings: Takings }

export type PosterConnector = Connector & { poster: Poster }
