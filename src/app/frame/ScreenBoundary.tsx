import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from '#ui/EmptyState.tsx'

type Props = { children: ReactNode }

/** Keeps a screen that fails from taking the rest with it. */
export class ScreenBoundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <>
        <h1 className="sr-only">This screen couldn't be opened</h1>
        <ErrorState title="This screen couldn't be opened" onRetry={() => window.location.reload()}>
          Everything you saved is safe on this device.
        </ErrorState>
      </>
    )
  }
}
