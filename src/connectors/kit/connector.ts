import type { Audience } from '#connectors/kit/audience.ts'
import type { Calendar } from '#connectors/kit/calendar.ts'
import type { Ledger } from '#connectors/kit/ledger.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import type { Poster } from '#connectors/kit/poster.ts'
import type { Roads } from '#connectors/kit/roads.ts'
import type { Takings } from '#connectors/kit/takings.ts'
import type { Weather } from '#connectors/kit/weather.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/**
 * What a key or a sign-in is for: the name of its account there. Where one sign-in is for several companies, `company` is the id of the one it is
 * for, which the wire has from then on as `credentials.account`; `token`: the company has its own, which takes the place of the sign-in's and has
 * no end. `choices`: a person has to choose one of these first.
 */
export type Settled = { account: string; company?: string; token?: string; choices?: readonly { id: string; name: string }[] }

/** A service a practice or a member connects to. What it does is its port. */
export type Connector = {
  manifest: Manifest
  /** Proves the key, and says what it is for. @throws Refusal */
  check: (wire: Wire) => Promise<Settled>
  /** Settles on one of the `choices`. @throws Refusal */
  choose?: (wire: Wire, id: string) => Promise<Settled>
}

export type AudienceConnector = Connector & { audience: Audience }

export type CalendarConnector = Connector & { calendar: Calendar }

export type RoadsConnector = Connector & { roads: Roads }
export type WeatherConnector = Connector & { weather: Weather }

export type LedgerConnector = Connector & { ledger: Ledger }

export type TakingsConnector = Connector & { takings: Takings }

export type PosterConnector = Connector & { poster: Poster }
