/**
 * Completions for bash.
 *
 * @module
 */
import { type Completed, type CompletedCommand, firstWords, secondWords } from "./model.ts";

/** Returns the script, to be read with `source`. */
export function bashScript(commands: readonly CompletedCommand[], program: string): string {
  const firsts = firstWords(commands).map(([word]) => word);
  const parents = firsts.filter((word) => secondWords(commands, word).length > 0);
  return `# Completions of ${program} for bash.
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local key=\${COMP_WORDS[1]} words= head= kind=words list=
  if (( COMP_CWORD == 1 )); then
    words="${[...firsts, "--help", "--version"].join(" ")}"
  else
    case $key in
${parents.map((word) => secondCase(commands, word)).join("\n")}
    esac
  fi
  if [[ -z $words ]]; then
    case "$key $previous" in
${commands.map(valueCases).join("\n")}
      *)
        case $key in
${commands.map(optionCase).join("\n")}
        esac
        ;;
    esac
  fi
  if [[ $list && $current == *,* ]]; then
    head=\${current%,*},
    current=\${current##*,}
  fi
  if [[ $kind == files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -P "$head" -W "$words" -- "$current")
  fi
}
complete -F _${program} ${program}
`;
}

function secondCase(commands: readonly CompletedCommand[], word: string): string {
  const seconds = secondWords(commands, word).map(([second]) => second);
  return `      ${word})
        if (( COMP_CWORD == 2 )); then words="${[...seconds, "--help"].join(" ")}"; fi
        key="$key \${COMP_WORDS[2]}"
        ;;`;
}

/** Returns a case for each option with a value. */
function valueCases({ words, options }: CompletedCommand): string {
  return options.flatMap(({ name, value, list }) =>
    value === undefined ? [] : [
      `      "${words.join(" ")} ${name}") ${setting(value)}${list ? " list=1" : ""} ;;`,
    ]
  ).join("\n");
}

function optionCase({ words, options, argument }: CompletedCommand): string {
  const names = options.map(({ name }) => name);
  const others = typeof argument === "string" ? [] : argument;
  return `          "${words.join(" ")}")
            if [[ $current == -* ]]; then words="${names.join(" ")}"
            else ${argument === "files" ? "kind=files" : `words="${others.join(" ")}"`}
            fi
            ;;`;
}

function setting(value: Completed): string {
  if (value === "files") return "kind=files";
  return `words="${value === "anything" ? "" : value.join(" ")}"`;
}
