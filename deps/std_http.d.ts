/** The content codings a request accepts, best first; or the best of those offered. */
export declare function acceptsEncodings(request: Pick<Request, "headers">): string[];
export declare function acceptsEncodings(
  request: Pick<Request, "headers">,
  ...encodings: string[]
): string | undefined;
