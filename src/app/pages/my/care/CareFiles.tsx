import type { CareFile } from '#app/my/care-view.ts'
import { cardDay } from '#features/day/visit-card/card.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'

/** Films and files of a horse, the latest first; the sender of one chooses who sees it. `at`: the address of the horse. */
export const CareFiles = ({ at, files }: { at: string; files: readonly CareFile[] }) =>
  files.length > 0 && (
    <Card title="Films and files" id="files">
      <ul>
        {files.map((file) => (
          <li key={file.id} className="border-line not-first:border-t">
            <One at={at} file={file} />
          </li>
        ))}
      </ul>
    </Card>
  )

const One = ({ at, file: { id, name, detail, isFilm, own } }: { at: string; file: CareFile }) => (
  <article aria-label={name} className="grid gap-2 px-4 py-3">
    <p>
      <b className="block [overflow-wrap:anywhere]">{name}</b>
      <span className="block text-14 text-ink-2">{detail}</span>
    </p>
    <p className="flex flex-wrap gap-x-5">
      {isFilm && (
        <a href={`${at}/films/${id}`} className="grid min-h-12 content-center font-medium underline underline-offset-4">
          Look at the film
        </a>
      )}
      <a href={serverUrl(`${at}/files/${id}/file`)} className="grid min-h-12 content-center underline underline-offset-4">
        Download
      </a>
    </p>
    {own && <Own action={`${at}/files/${id}`} own={own} />}
  </article>
)

/** Who sees what they sent, and what may be done with it. */
const Own = ({ action, own: { isKeptUntil, mayPassOn } }: { action: string; own: NonNullable<CareFile['own']> }) => (
  <form method="post" action={action} className="grid gap-2">
    {isKeptUntil && (
      <>
        <p>You keep it from the owner until you have spoken. They see it from {cardDay(isKeptUntil)} at the latest.</p>
        <button type="submit" name="do" value="shown" className={buttonClass({ className: 'w-fit whitespace-normal' })}>
          We have spoken: show it now
        </button>
      </>
    )}
    <p>{mayPassOn ? 'Farrier and owner may pass it on.' : 'Nobody is to pass it on without asking you.'}</p>
    <button
      type="submit"
      name="do"
      value={mayPassOn ? 'stays' : 'passes'}
      className={buttonClass({ className: 'w-fit whitespace-normal' })}
    >
      {mayPassOn ? 'Not without asking me' : 'Let it be passed on'}
    </button>
  </form>
)
