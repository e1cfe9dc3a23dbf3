import type { Ref } from 'react'

type Props = { ref: Ref<HTMLInputElement>; label: string; onPick: (photos: readonly File[]) => void }

/** The phone's own camera, or photos that are there already. Nobody sees it: a button presses it by its `ref`. */
export const PhotoInput = ({ ref, label, onPick }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple
    accept="image/*"
    capture="environment"
    aria-label={label}
    onChange={({ target }) => {
      onPick([...(target.files ?? [])])
      target.value = ''
    }}
  />
)
