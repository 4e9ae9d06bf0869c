/** An element of a page that takes input as from a person. */
export type Control = {
  click(): Promise<unknown>
  /** Replaces its text. */
  fill(text: string): Promise<unknown>
  /** Chooses an option of a select by its value. */
  choose(value: string): Promise<unknown>
}

/** A tab of a browser, in a session of its own. */
export type Tab = {
  goto(url: string): Promise<unknown>
  back(): Promise<unknown>
  resize(width: number, height: number): Promise<unknown>
  /** Presses the Escape key. */
  escape(): Promise<unknown>
  /** The value of an expression in the page; a promise is awaited. */
  run<Value>(expression: string): Promise<Value>
  /** The element that an expression in the page finds. */
  element(expression: string): Promise<Control | null>
  close(): Promise<unknown>
}

/** A running browser. */
export type Engine = { name: string; version: string; open(): Promise<Tab>; stop(): Promise<unknown> }
