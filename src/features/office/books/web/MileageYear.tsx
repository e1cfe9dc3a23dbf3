import { claimOf, milesFigure, milesWords, VEHICLES } from '#features/office/books/mileage.ts'
import type { KnownTrip } from '#features/office/books/web/data.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { poundsInFull } from '#lib/money.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Meter } from '#ui/Meter.tsx'

type Props = { trips: readonly KnownTrip[]; tax: Money['tax'] }

/** A member's miles in a tax year, the claim for them, and how many of the first miles are left. */
export function MileageYear({ trips, tax }: Props) {
  const driven = (['car-or-van', 'motorcycle', 'bicycle'] as const).map((vehicle) => ({
    vehicle,
    milesTenths: trips.reduce((sum, trip) => (trip.vehicle === vehicle ? sum + trip.milesTenths : sum), 0),
  }))
  const claim = driven.reduce((pence, each) => pence + claimOf(each, tax), 0)
  const all = driven.reduce((sum, { milesTenths }) => sum + milesTenths, 0)
  const [van, ...others] = driven
  const byVan = van?.milesTenths ?? 0
  const first = tax.milesAtFirst * 10
  return (
    <Card title="To claim" padded>
      <p className="text-30 font-bold">{poundsInFull(claim)}</p>
      <p className="text-ink-2">{`for ${milesWords(all)}`}</p>
      {first > 0 && (
        <div className="mt-4 grid gap-1.5">
          <Meter
            value={(byVan / first) * 100}
            label={`Miles at ${tax.carPence}p`}
            valueText={`${milesFigure(byVan)} of ${milesFigure(first)}`}
          />
          <p className="text-14 text-ink-2">
            {byVan < first
              ? `${milesWords(first - byVan)} left at ${tax.carPence}p, then ${tax.carAfterPence}p a mile.`
              : `Past the first ${milesFigure(first)} miles: every further mile is ${tax.carAfterPence}p.`}
          </p>
        </div>
      )}
      {others.some(({ milesTenths }) => milesTenths > 0) && (
        <div className="mt-4">
          <Facts
            facts={driven.map(({ vehicle, milesTenths }) => [VEHICLES[vehicle], milesTenths > 0 && milesWords(milesTenths)] as const)}
          />
        </div>
      )}
      <p className="mt-4 text-14 text-ink-2">
        These rates cover fuel, insurance, repairs and the van itself. If you claim miles for a van, you can't claim its costs as well.
      </p>
    </Card>
  )
}
