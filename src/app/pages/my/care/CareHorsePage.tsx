import type { CareHorseView } from '#app/my/care-view.ts'
import { CareFiles } from '#app/pages/my/care/CareFiles.tsx'
import { CareFrame, TO_ALL } from '#app/pages/my/care/CareFrame.tsx'
import { CareUpload } from '#app/pages/my/care/CareUpload.tsx'
import { Colleagues } from '#app/pages/my/care/Colleagues.tsx'
import { RecordShown } from '#app/pages/my/RecordShown.tsx'
import { cardDay } from '#features/day/visit-card/card.ts'
import { telHref } from '#lib/phone-links.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'

/** A horse as its carer, beside its farrier, reads it. */
export function CareHorsePage(view: CareHorseView) {
  const { slug, horse, said, record, files, upload } = view
  const at = `/my/care/${slug}/${horse.id}`
  const hasRecord = record.timeline.length + record.photos.length + record.photosComing + files.length > 0
  return (
    <CareFrame title={horse.name} back={TO_ALL}>
      {said && (
        <Note tone="ok" live>
          {said}
        </Note>
      )}
      <About view={view} />
      <Handling view={view} />
      <Reach view={view} />
      {!hasRecord && view.fromDay && (
        <p className="text-ink-2">
          Nothing is written down since {cardDay(view.fromDay)}. What is from before is not open to you: ask the owner if you need it.
        </p>
      )}
      <a href={`${at}/notes`} className={buttonClass({ block: true })}>
        {view.role === 'vet' ? 'Notes and shoeing plans' : 'Notes'}
      </a>
      <RecordShown at={at} name={horse.name} record={record} />
      <CareFiles at={at} files={files} />
      <CareUpload slug={slug} horse={horse} upload={upload} />
      <Colleagues at={at} name={horse.name} colleagues={view.colleagues} isClosed={upload === null} />
      <End at={at} name={horse.name} />
    </CareFrame>
  )
}

const About = ({ view: { practiceName, horse, role, yard, fromDay, untilDay, nextDay } }: { view: CareHorseView }) => (
  <p className="text-ink-2 [overflow-wrap:anywhere]">
    {horse.about && <span className="block">{horse.about}</span>}
    {horse.markings && <span className="block">{horse.markings}</span>}
    <span className="block">{[practiceName, yard].filter(Boolean).join(', ')}</span>
    <span className="block">{nextDay ? `The farrier comes next on ${cardDay(nextDay)}` : 'No farrier’s visit is booked'}</span>
    <span className="block">
      Open to you as a {role === 'vet' ? 'vet' : 'para-professional'} until {cardDay(untilDay)}
      {fromDay && `, from ${cardDay(fromDay)} on`}
    </span>
  </p>
)

/** What to know before going near it. */
const Handling = ({ view: { flags, temperament } }: { view: CareHorseView }) =>
  (flags.length > 0 || temperament) && (
    <Card title="Handling" padded>
      <div className="grid gap-2">
        {flags.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {flags.map((flag) => (
              <li key={flag}>
                <Badge tone="late" className="whitespace-normal [overflow-wrap:anywhere]">
                  {flag}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        {temperament && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{temperament}</p>}
      </div>
    </Card>
  )

const Reach = ({ view: { practiceName, phone, owner } }: { view: CareHorseView }) => (
  <div className="grid gap-2">
    {phone ? (
      <a href={telHref(phone)} className={buttonClass({ block: true, className: 'whitespace-normal [overflow-wrap:anywhere]' })}>
        Ring the farrier, {practiceName}
      </a>
    ) : (
      <p className="text-ink-2">{practiceName} has given no number here.</p>
    )}
    {owner?.phone && (
      <a href={telHref(owner.phone)} className={buttonClass({ block: true, className: 'whitespace-normal [overflow-wrap:anywhere]' })}>
        Ring the owner, {owner.name}
      </a>
    )}
  </div>
)

/** By one press, and to be sure by a second: only the owner can open it again. */
const End = ({ at, name }: { at: string; name: string }) => (
  <details className="rounded-lg border border-line bg-surface">
    <summary className="min-h-12 px-4 py-3 font-medium">End my access</summary>
    <form method="post" action={`${at}/end`} className="grid gap-3 px-4 pb-4">
      <p>
        {name}’s record closes to you at once, and its farrier is told. What you have sent stays with {name}. Only the owner or the farrier
        can let you in again.
      </p>
      <button type="submit" className={buttonClass({ className: 'w-fit whitespace-normal' })}>
        End my access to {name}
      </button>
    </form>
  </details>
)
