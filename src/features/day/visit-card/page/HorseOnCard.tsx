import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type CardHorse, type CardPhoto, cardDay, planBy } from '#features/day/visit-card/card.ts'
import { CardFeet } from '#features/day/visit-card/page/CardFeet.tsx'
import { serverUrl } from '#platform/web/server-url.ts'
import { OwnerNote } from '#ui/OwnerNote.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

/** One horse of a card. `photosAt`: the address below which its photos are. */
export function HorseOnCard({ horse, photosAt, at }: { horse: CardHorse; photosAt: string; at: number }) {
  const { name, notDone, work, seen, advice, plan, photosComing } = horse
  const [lead, ...photos] = horse.photos
  const id = `horse-${at}`
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-lg border border-line bg-surface print:break-inside-avoid">
      {lead && <Lead photo={lead} photosAt={photosAt} />}
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3.5">
        <h2 id={id} className="text-20">
          {name}
        </h2>
        <StatusBadge status={notDone ? 'skipped' : 'complete'}>{notDone ? 'Not done' : 'Done'}</StatusBadge>
      </div>
      <div className="grid gap-4 px-4 pt-2 pb-4">
        {notDone && <p>{notDone.reason ?? 'It wasn’t done on this visit.'}</p>}
        {work.map(({ id: workId, serviceType, description, feet }, n) => (
          <Part key={workId} title={n === 0 ? 'What was done' : 'And'}>
            <p className="text-18 font-bold">{serviceType}</p>
            {feet.length > 0 && <CardFeet feet={feet} />}
            {description && <p className="whitespace-pre-line">{description}</p>}
          </Part>
        ))}
        <Words title="What was seen" lines={seen} />
        <Words title="Advice" lines={advice} />
        {plan && (
          <Part title="The vet’s plan">
            <OwnerNote about={planBy(plan)} lines={plan.lines} body={plan.body} review={plan.reviewDay && cardDay(plan.reviewDay)} />
          </Part>
        )}
        {photos.length > 0 && (
          <Part title={photos.length === 1 ? 'Another photo' : 'More photos'}>
            <Photos photos={photos} photosAt={photosAt} />
          </Part>
        )}
        {photosComing > 0 && (
          <p className="text-14 text-ink-2">
            {photosComing === 1 ? 'A photo is still on its way.' : `${photosComing} photos are still on their way.`} Look again in a moment.
          </p>
        )}
      </div>
      <Next horse={horse} />
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <h3 className="text-14 font-medium text-ink-2">{title}</h3>
    {children}
  </div>
)

const Words = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <Part title={title}>
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-line">
          {line}
        </p>
      ))}
    </Part>
  )

/** The first photo, as wide as the card. */
const Lead = ({ photo: { id, words }, photosAt }: { photo: CardPhoto; photosAt: string }) => {
  const path = serverUrl(`${photosAt}/${id}`)
  return (
    <a href={`${path}?size=large`} className="block bg-sunken">
      <img src={path} alt={words} className="aspect-4/3 w-full object-cover" />
    </a>
  )
}

const Photos = ({ photos, photosAt }: { photos: readonly CardPhoto[]; photosAt: string }) => (
  <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
    {photos.map(({ id, words }) => {
      const path = serverUrl(`${photosAt}/${id}`)
      return (
        <li key={id}>
          <a href={`${path}?size=large`} className="block overflow-hidden rounded-md border border-line bg-sunken">
            <img src={path} alt={words} className="aspect-4/3 w-full object-cover" />
          </a>
        </li>
      )
    })}
  </ul>
)

function Next({ horse: { nextDueOn, booked } }: { horse: CardHorse }) {
  if (!nextDueOn && !booked) return null
  return (
    <div className="flex items-start gap-3 border-t border-line bg-sunken px-4 py-3">
      <CalendarCheck size={20} aria-hidden className="mt-0.5 shrink-0" />
      <div>
        {nextDueOn && (
          <p>
            Next due <b>{cardDay(nextDueOn)}</b>
          </p>
        )}
        {booked && (
          <p>
            Booked <b>{booked}</b>
          </p>
        )}
      </div>
    </div>
  )
}
