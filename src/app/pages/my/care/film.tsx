import { createRoot } from 'react-dom/client'
import type { CareFilmView } from '#app/my/care-view.ts'
import { useVetBook } from '#app/pages/my/care/vet-book.ts'
import { RadiographPanel } from '#features/evidence/radiographs/web/RadiographPanel.tsx'
import { serverUrl } from '#platform/web/server-url.ts'

type Shown = Pick<CareFilmView, 'slug' | 'film' | 'others' | 'mayReadPatient' | 'mayMeasure'> & { at: string; horseName: string }

/** Opens a film in the viewer that a farrier has, over the page; closed, it leads back to the horse. `place`: where the page says which, and how far it is. */
export async function openFilm(place: HTMLElement) {
  const shown = JSON.parse(place.dataset.film ?? '') as Shown
  place.textContent = 'Fetching the film...'
  const blob = await bytesOf(shown, shown.film.id).catch(() => undefined)
  place.textContent = blob ? '' : 'The film isn’t here: there is no signal, or it isn’t open to you any more. Open the page again.'
  if (!blob) return
  const room = document.createElement('div')
  document.body.append(room)
  createRoot(room).render(<Viewer shown={shown} blob={blob} />)
}

function Viewer({ shown, blob }: { shown: Shown; blob: Blob }) {
  const { slug, film, others, horseName, mayReadPatient, mayMeasure } = shown
  const { book, open } = useVetBook({ slug, filmId: film.id, mayMeasure })
  const { id, name: fileName, foot, view, day: takenOn } = film
  const load = (other: string) => {
    open(other)
    return bytesOf(shown, other)
  }
  return (
    <RadiographPanel
      id={id}
      blob={blob}
      labels={{ fileName, foot, view, takenOn, horseName }}
      others={others.map((other) => ({ id: other.id, label: other.name, load: () => load(other.id) }))}
      mayReadPatient={mayReadPatient}
      book={book}
      onClose={() => location.assign(shown.at)}
    />
  )
}

async function bytesOf({ at }: Shown, id: string): Promise<Blob> {
  const response = await fetch(serverUrl(`${at}/files/${id}/file`))
  if (!response.ok) throw new Error(`${response.status}`)
  return response.blob()
}
