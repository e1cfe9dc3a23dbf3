import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import '#features/evidence/files/web/upload-widget.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import { makeWidget, type Widget, type WidgetOptions } from '#features/evidence/files/web/file-widget.ts'

type Props = WidgetOptions & {
  /** Who made the file, where it was received. */
  receivedFrom: string
  /** Called with the widget once it is drawn, and with nothing when it goes. */
  onReady: (widget: Widget | undefined) => void
}

/** Uppy's dashboard in front of our lane, loaded with the first file that is added. Another type or role is another widget: key it by both. */
export function UploadWidget({ receivedFrom, onReady, ...options }: Props) {
  const target = useRef<HTMLDivElement>(null)
  const widget = useRef<Widget>(undefined)
  // What the card holds when it happens, not what it held when the widget was drawn.
  const now = useEffectEvent(() => options)
  const tell = useEffectEvent(onReady)
  useEffect(() => {
    if (!target.current) return
    const made = makeWidget(target.current, {
      ...now(),
      refusalOf: (file) => now().refusalOf(file),
      onRefused: (refusal) => now().onRefused(refusal),
      onNamed: (name) => now().onNamed(name),
      keep: (file) => now().keep(file),
      onWaiting: () => now().onWaiting(),
      onSent: () => now().onSent(),
    })
    widget.current = made
    tell(made)
    return () => {
      tell(undefined)
      made.close()
    }
  }, [])
  useEffect(() => widget.current?.name(receivedFrom), [receivedFrom])
  return <div ref={target} className="upload-widget" />
}
