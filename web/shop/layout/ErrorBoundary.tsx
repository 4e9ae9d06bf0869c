import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'

/** Shows an error notice when a page throws; navigating resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidUpdate({ children }: { children: ReactNode }) {
    if (this.state.isBroken && children !== this.props.children) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? <ErrorNotice /> : this.props.children
  }
}
