import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** A password, hidden until its owner wants to see what gloves have typed. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <span className="flex gap-2">
      <TextInput {...props} type={isShown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
      <Button
        size="icon"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        icon={isShown ? EyeOff : Eye}
        onClick={() => setShown(!isShown)}
      />
    </span>
  )
}
