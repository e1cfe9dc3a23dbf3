import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { label: string; placeholder: string; value: string; onChange: (typed: string) => void; className?: string }

/** The search of a list. `/` goes there from anywhere, Escape empties it. */
export function SearchBox({ label, placeholder, value, onChange, className }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <TextInput
      ref={box}
      type="search"
      icon={Search}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      {...(className && { className })}
    />
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
