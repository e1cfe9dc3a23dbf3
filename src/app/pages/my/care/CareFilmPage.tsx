import type { CareFilmView } from '#app/my/care-view.ts'
import { CareFrame } from '#app/pages/my/care/CareFrame.tsx'
import { radiographTitle } from '#features/evidence/radiographs/labels.ts'
import { dayAndYear } from '#lib/dates.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { buttonClass } from '#ui/button-style.ts'

/** A film in the viewer, which the page's script lays over the page. */
export const CareFilmPage = ({ slug, horse, film, others, mayReadPatient, mayMeasure }: CareFilmView) => {
  const at = `/my/care/${slug}/${horse.id}`
  const { name: fileName, foot, view, day } = film
  return (
    <CareFrame
      title={radiographTitle({ fileName, foot, view, horseName: horse.name, takenOn: day })}
      back={{ href: at, label: `‹ ${horse.name}` }}
    >
      <p className="text-ink-2">{`${horse.name}, ${dayAndYear(day)}`}</p>
      <noscript>
        <p>To look at it here, this page needs JavaScript.</p>
      </noscript>
      <p role="status" data-film={JSON.stringify({ at, slug, film, horseName: horse.name, others, mayReadPatient, mayMeasure })} />
      <a href={serverUrl(`${at}/files/${film.id}/file`)} className={buttonClass({ className: 'w-fit' })}>
        Download the film
      </a>
    </CareFrame>
  )
}
