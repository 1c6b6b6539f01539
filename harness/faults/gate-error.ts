/** Why the gate cannot do what it is asked; never anything that a connector did. */
export class GateError extends Error {
  /** `port`: the address to listen on cannot be had, or not any more. `misuse`: the caller asks for what cannot be. */
  readonly why: 'port' | 'misuse'

  constructor(why: GateError['why'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GateError'
    this.why = why
  }
}
