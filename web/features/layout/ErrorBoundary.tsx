import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'

/** Shows a way on when a page breaks; the next page gets its chance. */
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
