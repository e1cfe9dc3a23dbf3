import type { HorseRecord } from '#app/my/horse-view.ts'
import { MyPairs, MyPhotos } from '#app/pages/my/MyPhotos.tsx'
import { MyTimeline } from '#app/pages/my/MyTimeline.tsx'
import { cardDay } from '#features/day/visit-card/card.ts'
import { CardFeet } from '#features/day/visit-card/page/CardFeet.tsx'
import { Card } from '#ui/Card.tsx'

type Props = { at: string; name: string; record: HorseRecord }

/** The feet, the work and the photos of a horse, to its owner and others. `at`: the address that those of photos and cards begin with. */
export const RecordShown = ({ at, name, record: { feet, feetDay, isWorkShown, timeline, pairs, photos, photosComing } }: Props) => (
  <>
    {feet.length > 0 && (
      <Card title="The feet now" padded>
        <CardFeet feet={feet} />
        {feetDay && <p className="pt-1 text-14 text-ink-2">As left on {cardDay(feetDay)}</p>}
      </Card>
    )}
    <MyPairs at={at} pairs={pairs} />
    {isWorkShown && <MyTimeline at={at} timeline={timeline} />}
    <MyPhotos at={at} name={name} photos={photos} coming={photosComing} />
  </>
)
