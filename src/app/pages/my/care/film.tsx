import { createRoot } from 'react-dom/client'
import type { CareFilmView } from '#app/my/care-view.ts'
import { RadiographPanel } from '#features/evidence/radiographs/web/RadiographPanel.tsx'
import { serverUrl } from '#platform/web/server-url.ts'

type Shown = Pick<CareFilmView, 'film' | 'others' | 'mayReadPatient'> & { at: string; horseName: string }

/** Opens a film in the viewer that a farrier has, over the page; closed, it leads back to the horse. `place`: where the page says which, and how far it is. */
export async function openFilm(place: HTMLElement) {
  const { at, film, horseName, others, mayReadPatient } = JSON.parse(place.dataset.film ?? '') as Shown
  const load = (id: string) => bytesOf(`${at}/files/${id}/file`)
  place.textContent = 'Fetching the film...'
  const blob = await load(film.id).catch(() => undefined)
  place.textContent = blob ? '' : 'The film isn’t here: there is no signal, or it isn’t open to you any more. Open the page again.'
  if (!blob) return
  const { name: fileName, foot, view, day: takenOn } = film
  const room = document.createElement('div')
  document.body.append(room)
  createRoot(room).render(
    <RadiographPanel
      blob={blob}
      labels={{ fileName, foot, view, takenOn, horseName }}
      others={others.map(({ id, name: label }) => ({ id, label, load: () => load(id) }))}
      mayReadPatient={mayReadPatient}
      onClose={() => location.assign(at)}
    />,
  )
}

async function bytesOf(path: string): Promise<Blob> {
  const response = await fetch(serverUrl(path))
  if (!response.ok) throw new Error(`${response.status}`)
  return response.blob()
}
