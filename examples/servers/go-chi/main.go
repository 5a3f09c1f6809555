// Command pets is the Pet Store service with chi and PostgreSQL.
package main

import (
	"crypto/subtle"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi"
	_ "github.com/lib/pq"
)

type pet struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	CategoryID int64   `json:"categoryId"`
	Status     *string `json:"status,omitempty"` // body.pet-shape: null is not a status.
}

const schema = `CREATE TABLE pets (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, category_id bigint NOT NULL, status text)`

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

func (f failure) Error() string { return f.Message }

var (
	db       *sql.DB
	naive    = os.Getenv("NAIVE")
	statuses = map[string]bool{"available": true, "pending": true, "sold": true}

	unauthorized = failure{"unauthorized", "Send the API key as a bearer token.", http.StatusUnauthorized}
	notFound     = failure{"not_found", "There is no such resource.", http.StatusNotFound}
	notAllowed   = failure{"method_not_allowed", "This method is not supported here.", http.StatusMethodNotAllowed}
	unexpected   = failure{"unexpected", "Something went wrong.", http.StatusInternalServerError}
)

func invalid(message string) failure {
	return failure{"invalid", message, http.StatusBadRequest}
}

func authenticate(next http.Handler) http.Handler {
	key := []byte(os.Getenv("API_KEY"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		given := []byte(strings.TrimSpace(token))
		// auth.scheme-case: the name of a scheme has no case.
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(given, key) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			reply(w, unauthorized.Status, unauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func listPets(w http.ResponseWriter, r *http.Request) error {
	parameters, limit := r.URL.Query(), "20"
	if parameters.Has("limit") {
		limit = parameters.Get("limit")
	}
	count, err := strconv.Atoi(limit)
	if err != nil || count < 1 || count > 100 {
		return invalid("limit must be an integer from 1 to 100.")
	}
	status := sql.NullString{String: parameters.Get("status"), Valid: parameters.Has("status")}
	if status.Valid && !statuses[status.String] {
		return invalid("status must be available, pending or sold.")
	}
	pets, err := query("SELECT * FROM pets WHERE $1::text IS NULL OR status = $1 ORDER BY id LIMIT $2", status, count)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, pets)
}

func query(statement string, arguments ...any) ([]pet, error) {
	rows, err := db.Query(statement, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	pets := make([]pet, 0)
	if naive == "nil-slice" {
		pets = nil // list.ok: encoding/json writes null for a slice that is declared but not made.
	}
	for rows.Next() {
		var p pet
		if err := rows.Scan(&p.ID, &p.Name, &p.CategoryID, &p.Status); err != nil {
			return nil, err
		}
		pets = append(pets, p)
	}
	return pets, rows.Err()
}

func createPet(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	// create.lenient-body: into a struct, encoding/json takes keys in any case, and a Decoder stops behind the first
	// value. A map has exact keys, and Unmarshal refuses whatever follows.
	var fields map[string]json.RawMessage
	if err != nil || !utf8.Valid(text) || json.Unmarshal(text, &fields) != nil {
		return invalid("The body must be a JSON object.")
	}
	name, category := field[string](fields, "name"), field[int64](fields, "categoryId")
	// errors.no-5xx: PostgreSQL cannot store NUL in text.
	if name == nil || category == nil || strings.Contains(*name, "\x00") && naive != "nul" {
		return invalid("name must be text and categoryId an int64.")
	}
	status := field[string](fields, "status")
	// create.null-status: the pointer is nil for null too.
	if _, ok := fields["status"]; ok && (status == nil || !statuses[*status]) {
		return invalid("status must be available, pending or sold.")
	}
	insert := "INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING *"
	pets, err := query(insert, name, category, status)
	if err != nil {
		return err
	}
	return reply(w, http.StatusCreated, pets[0])
}

// field reads one field of an object: nil if it is absent, null or of another type.
func field[T any](fields map[string]json.RawMessage, name string) *T {
	var value *T
	if raw, ok := fields[name]; ok && json.Unmarshal(raw, &value) != nil {
		return nil
	}
	// create.missing-field, create.wrong-type: only a pointer shows that a field is absent or null. Anything else keeps
	// its zero value, and the pet gets the name "" and the category 0.
	if value == nil && name != "status" && naive == "zero-value" {
		value = new(T)
	}
	return value
}

func getPet(w http.ResponseWriter, r *http.Request) error {
	// get.invalid-id, errors.no-5xx: PostgreSQL refuses to compare an id with what is not an int64.
	id, err := strconv.ParseInt(chi.URLParam(r, "petID"), 10, 64)
	if err != nil {
		return notFound
	}
	pets, err := query("SELECT * FROM pets WHERE id = $1", id)
	if err != nil {
		return err
	}
	if len(pets) == 0 {
		return notFound
	}
	// deprecation.announced: since 1 June 2025, until 5 December 2030.
	w.Header().Set("Deprecation", "@1748736000")
	w.Header().Set("Sunset", "Thu, 05 Dec 2030 00:00:00 GMT")
	return reply(w, http.StatusOK, pets[0])
}

func reply(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(body)
}

// respond turns an error of a handler into a response. http.Error would be plain text (errors.shape, body.content-type).
func respond(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := handle(w, r); err != nil {
			shown := unexpected
			if !errors.As(err, &shown) {
				log.Print(err)
			}
			reply(w, shown.Status, shown)
		}
	}
}

func main() {
	var err error
	if db, err = sql.Open("postgres", os.Getenv("DATABASE_URL")); err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(10)
	if _, err = db.Exec(schema); err != nil {
		log.Fatal(err)
	}
	router := chi.NewRouter()
	router.Use(authenticate)
	router.Get("/v1/pets", respond(listPets))
	router.Post("/v1/pets", respond(createPet))
	router.Get("/v1/pets/{petID}", respond(getPet))
	router.NotFound(respond(func(http.ResponseWriter, *http.Request) error { return notFound }))
	router.MethodNotAllowed(respond(func(http.ResponseWriter, *http.Request) error { return notAllowed }))
	server := http.Server{Addr: "127.0.0.1:" + os.Getenv("PORT"), Handler: router, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
