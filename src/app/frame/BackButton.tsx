import { ArrowLeft } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '#ui/Button.tsx'

type Navigation = { canGoBack: boolean }

/** One step back in the browser's history, or to `fallback` when this was the first page. On every screen but / and /dashboard. Spec §2 Navigation. */
export function BackButton({ fallback = '/', className }: { fallback?: string; className?: string }) {
  const [location, navigate] = useLocation()
  if (location === '/' || location === '/dashboard') return null
  return (
    <Button
      variant="forge"
      size="icon"
      icon={ArrowLeft}
      aria-label="Back"
      className={className}
      onClick={() => (canGoBack() ? window.history.back() : navigate(fallback))}
    />
  )
}

/* The Navigation API counts our own pages only; without it the history's length is the best guess. */
const canGoBack = () => (window as { navigation?: Navigation }).navigation?.canGoBack ?? window.history.length > 1
