import type { HorseRecord, HorseView } from '#app/my/horse-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyHorseDue } from '#app/pages/my/MyHorseDue.tsx'
import { MyUpload } from '#app/pages/my/MyUpload.tsx'
import { MyWords } from '#app/pages/my/MyWords.tsx'
import { RecordShown } from '#app/pages/my/RecordShown.tsx'
import { cardDay } from '#features/day/visit-card/card.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'
import { OwnerNote } from '#ui/OwnerNote.tsx'

/** A horse as its owner reads it. */
export const MyHorsePage = ({ slug, practiceName, horse, role, words, mayShare, due, isClosed, notes, record }: HorseView) => (
  <MyFrame title={horse.name} place="home" back={{ href: '/my', label: '‹ My horses' }}>
    <p className="text-ink-2">
      {horse.about && <span className="block">{horse.about}</span>}
      <span className="block">{practiceName}</span>
      {role === 'sharer' && <span className="block">Shared with you</span>}
      {horse.sinceDay && !horse.lastDay && <span className="block">Yours since {cardDay(horse.sinceDay)}</span>}
    </p>
    {horse.lastDay && (
      <Note>
        {due ? `Your farrier’s record ended on ${cardDay(horse.lastDay)}` : `${horse.name} was yours until ${cardDay(horse.lastDay)}`}. You
        can still read what was done in your time.
      </Note>
    )}
    {record?.hasCome && horse.sinceDay && (
      <Note>{`What is from before ${cardDay(horse.sinceDay)} came along with ${horse.name}: the owner before you let you read it.`}</Note>
    )}
    {record?.photo && (
      <img
        src={serverUrl(`/my/at/${slug}/files/${record.photo.id}/large`)}
        alt={record.photo.words}
        className="aspect-4/3 w-full rounded-lg border border-line bg-sunken object-cover"
      />
    )}
    {due && <MyHorseDue due={due} />}
    {isClosed && (
      <Note>
        {practiceName} is on a plan without the horse’s record: you see {role === 'sharer' ? 'its visits' : 'visits, messages and bills'}{' '}
        here, and ask them about the rest.
      </Note>
    )}
    <Notes notes={notes} />
    {record && <Record slug={slug} name={horse.name} horseId={horse.id} record={record} />}
    {words && <MyWords slug={slug} horse={horse} words={words} />}
    <p className="flex flex-wrap gap-x-6">
      <a href="/my/visits" className="grid min-h-12 content-center underline underline-offset-4">
        Visits
      </a>
      {role !== 'sharer' && (
        <a href="/my/money" className="grid min-h-12 content-center underline underline-offset-4">
          Bills
        </a>
      )}
      {role === 'holder' && !horse.lastDay && (
        <a href={`/my/sharing?horse=${horse.id}`} className="grid min-h-12 content-center underline underline-offset-4">
          Who can see {horse.name}
        </a>
      )}
      {role === 'holder' && !horse.lastDay && (
        <a href={`/my/sharing?care=${horse.id}`} className="grid min-h-12 content-center underline underline-offset-4">
          Vet or physio
        </a>
      )}
      {mayShare && (
        <a href={`/my/at/${slug}/horses/${horse.id}/share`} className="grid min-h-12 content-center underline underline-offset-4">
          Show by a link
        </a>
      )}
      {horse.maySell && (
        <a href={`/my/at/${slug}/horses/${horse.id}/sold`} className="grid min-h-12 content-center underline underline-offset-4">
          Sold or moved on
        </a>
      )}
    </p>
  </MyFrame>
)

/** So many are shown at once; the others are opened. */
const FIRST = 3

const Notes = ({ notes }: Pick<HorseView, 'notes'>) =>
  notes.length > 0 && (
    <Card title="Vet and physio">
      <NoteList notes={notes.slice(0, FIRST)} />
      {notes.length > FIRST && (
        <details className="border-t border-line">
          <summary className="min-h-12 px-4 py-3 font-medium">Earlier ({notes.length - FIRST})</summary>
          <NoteList notes={notes.slice(FIRST)} />
        </details>
      )}
    </Card>
  )

const NoteList = ({ notes }: Pick<HorseView, 'notes'>) => (
  <ul>
    {notes.map(({ id, isPlan, author, role, day, lines, body, reviewDay }) => (
      <li key={id} className="border-line px-4 py-3 not-first:border-t">
        <OwnerNote
          about={`${isPlan ? 'Shoeing plan' : 'Note'} by ${author}, ${role.toLowerCase()}, ${cardDay(day)}`}
          lines={lines}
          body={body}
          review={reviewDay && cardDay(reviewDay)}
        />
      </li>
    ))}
  </ul>
)

type RecordProps = { slug: string; name: string; horseId: string; record: HorseRecord }

const Record = ({ slug, name, horseId, record }: RecordProps) => {
  const { files, upload } = record
  return (
    <>
      <RecordShown at={`/my/at/${slug}`} name={name} record={record} />
      {files.length > 0 && (
        <Card title="Files">
          <ul>
            {files.map((file) => (
              <li key={file.id} className="border-line not-first:border-t">
                <a
                  href={serverUrl(`/my/at/${slug}/files/${file.id}/file`)}
                  className="grid min-h-14 content-center px-4 py-2 text-ink no-underline hover:bg-sunken"
                >
                  <b className="[overflow-wrap:anywhere]">{file.name}</b>
                  <span className="text-14 text-ink-2">{file.detail}. Download</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MyUpload slug={slug} name={name} horseId={horseId} upload={upload} />
    </>
  )
}
