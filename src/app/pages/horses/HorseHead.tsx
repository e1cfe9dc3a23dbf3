import { type KnownFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { isGone, pauseOn } from '#features/records/horses/rules.ts'
import { CycleBar } from '#features/records/horses/web/CycleBar.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { capital } from '#lib/capital.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'

/** Who a horse is and where it is in its cycle: its newest photo, coat, breed, age, owner and yard. */
export function HorseHead({ horse }: { horse: KnownHorse }) {
  const today = useToday()
  const rests = isGone(horse, today) || pauseOn(horse, today)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3.5">
        <Portrait horse={horse} />
        <div className="min-w-0 flex-1">
          <p>{looksOf(horse)}</p>
          <p className="text-ink-2">
            <ClientLink id={horse.clientId} />
            {horse.client?.businessName && `, ${horse.client.businessName}`}
          </p>
          {horse.yardName && <p className="text-ink-2">{horse.yardName}</p>}
        </div>
      </div>
      {!rests && horse.status !== 'none' && <CycleBar horse={horse} counts />}
    </div>
  )
}

/** The newest photo, whichever part of the horse it shows; its coat where there is none. */
function Portrait({ horse }: { horse: KnownHorse }) {
  const photo = useFilesOf(horse.id)?.find(({ fileType }) => fileType === 'image')
  return photo ? <Photo photo={photo} color={horse.color} /> : <HorseAvatar color={horse.color} size="lg" />
}

function Photo({ photo, color }: { photo: KnownFile; color: string | null }) {
  const url = usePhoto(photo, 'thumbnail')
  if (!url) return <HorseAvatar color={color} size="lg" />
  return <img src={url} alt="" className="size-16 shrink-0 rounded-lg object-cover" />
}

/** `Bay Welsh Section D, 9 years`. */
const looksOf = ({ breed, color, age }: KnownHorse): string => {
  const coat = [color, breed].filter(Boolean).join(' ')
  return [coat && capital(coat), age === null ? null : `${age} ${age === 1 ? 'year' : 'years'}`].filter(Boolean).join(', ')
}
