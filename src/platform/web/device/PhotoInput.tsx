import type { MouseEvent, Ref } from 'react'
import { capability } from '#platform/web/device/device.ts'

type Props = { ref: Ref<HTMLInputElement>; label: string; onPick: (photos: readonly File[]) => void }

/** The phone's own camera, or existing photos. The input is invisible: a button presses it through its `ref`. */
export const PhotoInput = ({ ref, label, onPick }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple
    accept="image/*"
    capture="environment"
    aria-label={label}
    onClick={(event) => openPhotoApp(event, onPick)}
    onChange={({ target }) => {
      onPick([...(target.files ?? [])])
      target.value = ''
    }}
  />
)

/** A camera app that an adapter opens itself; null: a browser opens the phone's through the input. */
const photoApp = capability('photoApp', () => null)

function openPhotoApp(event: MouseEvent, onPick: Props['onPick']) {
  const app = photoApp()
  if (!app) return
  event.preventDefault()
  void app.take().then(onPick)
}
